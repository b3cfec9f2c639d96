package journal

import (
	"crypto/sha256"
	"encoding/hex"

	"arbitre/referee"
)

// Causes is for the test of the schema.
const Causes = causes

// Text is the file of a finished match.
func Text(opening referee.Opening, turns []referee.Turn, end referee.End) []byte {
	head := header{Replay: replayVersion, Version: "v1", Opening: opening, Revealed: hex.EncodeToString(opening.Seed[:])}
	text := head.appendLine(nil)
	for _, turn := range turns {
		text = appendTurn(text, turn)
	}
	sum := sha256.Sum256(text)
	return appendEnd(text, end, sum[:])
}
