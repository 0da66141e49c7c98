import { foreignService } from '../../../shared/rules/foreign-token.ts'

/** A token with one of GitLab’s own prefixes, such as `glpat-`. */
const prefixed = /^gl[a-z]{1,8}-[\w.=-]{8,}$/
/** A token without a prefix or with a custom one: long, mixed case with digits, and not a host name. A routable one has a version. */
const unprefixed = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{20,}(?:\.\d\d\.[\da-z]{7,10})?$/

/** Whether text pasted as a URL looks like an access token. */
export function looksLikeToken(text: string): boolean {
  return prefixed.test(text) || unprefixed.test(text) || foreignService(text) !== undefined
}
