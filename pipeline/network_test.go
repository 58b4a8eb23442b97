package pipeline

import (
	"net"
	"slices"
	"testing"
)

func TestNetworkFindsWhoAnswers(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	open := l.Addr().String()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	shut := closed.Addr().String()
	closed.Close()
	for address, want := range map[string]string{
		open: Bad, shut: Bad, // a refusal is an answer
		"no-such-host.invalid:5432": Good,
		"broken:port:5432":          Bad,
	} {
		if got := (target{address, address}).check(t.Context()); got.State != want {
			t.Errorf("%s: got %+v", address, got)
		}
	}
}

func TestGateways(t *testing.T) {
	const v4 = `Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
eth0	00000000	0100A8C0	0003	0	0	0	00000000	0	0	0
eth1	0000000A	00000000	0001	0	0	0	000000FF	0	0	0
eth2	0000000A	0100A8C0	0003	0	0	0	000000FF	0	0	0
`
	const v6 = `fd000000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 fd000000000000000000000000000001 00000400 00000001 00000000 00000003     eth1
short
`
	if got := gateways(v4, 3, 0); !slices.Equal(got, []string{"eth0", "eth2"}) {
		t.Errorf("IPv4: %v", got)
	}
	if got := gateways(v6, 8, 9); !slices.Equal(got, []string{"eth1"}) {
		t.Errorf("IPv6: %v", got)
	}
}
