/** A prefix of GitLab's own, such as `glpat-`. */
const prefixed = /^gl[a-z]{1,8}-[\w.=-]{8,}$/
/** A token without a prefix, or with one of the instance's own: long, no host name, and letters and digits mixed. */
const plain = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{20,}$/

/** Whether a text that is pasted as a URL is an access token. */
export function looksLikeToken(text: string): boolean {
  return prefixed.test(text) || plain.test(text)
}
