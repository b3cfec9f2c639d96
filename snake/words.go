package snake

// words finds a sentence for people: of a refusal by its key, or of "rules". The
// channel's NOTICEs hold no word of the protocol in capitals, so that no bot can
// take one for a line; orders stand in quotes and lower case.
func words(language, key string) string { return sentences[language][key] }

var sentences = map[string]map[string]string{
	"en": english,
	"fr": french,
	"ru": russian,
}
