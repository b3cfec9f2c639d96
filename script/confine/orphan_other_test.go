//go:build !linux

package confine_test

import "errors"

func forgetParent() {}

func beParent(string) error { return errors.New("only Linux kills a child with its parent") }
