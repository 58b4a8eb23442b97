//go:build !linux

package main

// widen does nothing: only Linux is asked for huge pages.
func widen() {}
