package referee

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC // a schedule's times are the machine's local ones
	goleak.VerifyTestMain(m)
}
