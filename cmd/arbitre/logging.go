package main

import (
	"fmt"
	"io"
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/term"
)

// newLogger makes a log that a person reads on a terminal and a program
// elsewhere, unless the configuration says which. Its level can be changed.
func newLogger(c logConfig, w io.Writer) (*zap.Logger, zap.AtomicLevel, error) {
	level, err := zap.ParseAtomicLevel(c.level)
	if err != nil {
		return nil, level, fmt.Errorf("log level: %w", err)
	}
	encoder := jsonLines()
	if c.format == "console" || c.format == "auto" && isTerminal(w) {
		encoder = textLines()
	}
	core := zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), level)
	return zap.New(core, zap.ErrorOutput(zapcore.AddSync(w))), level, nil
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

func textLines() zapcore.Encoder {
	c := zap.NewDevelopmentEncoderConfig()
	c.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
	c.ConsoleSeparator = " "
	return zapcore.NewConsoleEncoder(c)
}

func jsonLines() zapcore.Encoder {
	c := zap.NewProductionEncoderConfig()
	c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	c.EncodeDuration = zapcore.StringDurationEncoder
	c.TimeKey = "time"
	return zapcore.NewJSONEncoder(c)
}
