package value

import (
	mathbig "math/big"
	"math/rand/v2"
	"testing"
)

// TestDigits holds division and rounding digit by digit to what whole numbers
// of any size give.
func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	small := func() Value {
		return Number((r.Int64()>>r.IntN(60))*(1-2*int64(r.IntN(2))), r.IntN(6))
	}
	fast := 0
	for range 200_000 {
		a, b, scale := small(), small(), r.IntN(24)
		if DecimalSign(b) == 0 {
			continue
		}
		x, y, _ := align(a, b)
		want := fromBig(divideRounded(new(mathbig.Int).Mul(x, pow10(scale)), y), scale)
		if got, ok := longDivide(a, b, scale); ok {
			fast++
			same(t, got, want, "quotient", a, b, scale)
		}
		to := r.IntN(8)
		n, s := unscaled(want)
		if _, _, _, ok := cutText(want, to); !ok || s <= to {
			continue
		}
		cut := pow10(s - to)
		floor, rest := new(mathbig.Int).DivMod(n, cut, new(mathbig.Int))
		same(t, DecimalFloor(want, to), fromBig(floor, to), "floor", want, want, to)
		ceil := new(mathbig.Int).Set(floor)
		if rest.Sign() > 0 {
			ceil.Add(ceil, mathbig.NewInt(1))
		}
		same(t, DecimalCeil(want, to), fromBig(ceil, to), "ceiling", want, want, to)
		same(t, DecimalRound(want, to), fromBig(divideRounded(n, cut), to), "rounded", want, want, to)
	}
	if fast < 50_000 {
		t.Errorf("only %d quotients were made digit by digit", fast)
	}
}

func same(t *testing.T, got, want Value, what string, a, b Value, scale int) {
	t.Helper()
	if got.Kind != want.Kind || got.N != want.N || got.I != want.I || string(got.B) != string(want.B) {
		t.Fatalf("%s of %v and %v at %d: %v, want %v", what, a, b, scale, got, want)
	}
}
