package domain

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestEachFieldCounts sets one field after the other: none may be forgotten
// by what compares domains field by field.
func TestEachFieldCounts(t *testing.T) {
	shape := reflect.TypeFor[Domain]()
	for i := range shape.NumField() {
		var d, plain Domain
		f := reflect.ValueOf(&d).Elem().Field(i)
		set(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		name := shape.Field(i).Name
		if d.Plain() != (name == "Nulls") {
			t.Errorf("Plain with %s: %v", name, d.Plain())
		}
		if Same(&d, &plain) || Same(&plain, &d) {
			t.Errorf("Same does not see %s", name)
		}
		if again := d; !Same(&d, &again) {
			t.Errorf("Same with %s is not the same as itself", name)
		}
	}
}

// set gives a field some value that is not its zero.
func set(f reflect.Value) {
	switch f.Kind() {
	case reflect.Bool:
		f.SetBool(true)
	case reflect.Int:
		f.SetInt(1)
	case reflect.Uint8:
		f.SetUint(1)
	case reflect.String:
		f.SetString("json")
	case reflect.Slice:
		f.Set(reflect.MakeSlice(f.Type(), 1, 1))
	case reflect.Pointer:
		f.Set(reflect.New(f.Type().Elem()))
	case reflect.Struct:
		set(f.Field(0))
	}
}
