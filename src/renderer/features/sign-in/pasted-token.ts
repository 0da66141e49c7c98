/** One of GitLab’s own prefixes, such as `glpat-`. */
const prefixed = /^gl[a-z]{1,8}-[\w.=-]{8,}$/
/** A token without a prefix or with a custom one: long, no host name, and mixed letters and digits. */
const unprefixed = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{20,}$/

/** Whether a text pasted as a URL is an access token. */
export function looksLikeToken(text: string): boolean {
  return prefixed.test(text) || unprefixed.test(text)
}
