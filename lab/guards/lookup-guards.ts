import type { Guard } from './guard.ts'

const lookup = 'src/core/features/lookup/lookup.exploit.test.ts'

/** Guards of “Whose is this?”, into which someone else's secrets are pasted. */
export const lookupGuards: readonly Guard[] = [
  { id: 'secret-in-body', test: lookup, title: 'is sent only in a body' },
  {
    id: 'sent-secret',
    replacement: 'const answer = createAnswer(response, body.bytes, [target.token])',
    test: lookup,
    title: 'leaves no trace: one that the instance echoes as its name',
  },
  {
    id: 'counted-token',
    replacement: 'return String(token)',
    test: lookup,
    title: 'isn’t among what a ceiling counts',
  },
  {
    id: 'pasted-private-key',
    replacement: 'const secret = undefined',
    test: lookup,
    title: 'is a private key, in any form',
  },
  {
    id: 'lookup-own-token',
    test: lookup,
    title: 'is a token with which Latchkey is signed in',
  },
  { id: 'lookup-revoke-own', test: lookup, title: 'isn’t revoked if another account uses it' },
  {
    id: 'lookup-own-id',
    test: lookup,
    title: 'isn’t revoked if the instance takes its ID for the pasted token’s',
  },
  {
    id: 'lookup-owner',
    replacement: 'const isUser = true',
    test: lookup,
    title: 'doesn’t make an owner of a user who has another username',
  },
  {
    id: 'lookup-other-key',
    test: lookup,
    title: 'isn’t believed if it answers a fingerprint with another key',
  },
  {
    id: 'lookup-changed',
    replacement: 'const isShown = true',
    test: lookup,
    title: 'can’t have a token revoked that it describes with another ID since',
  },
  {
    id: 'secret-in-text',
    replacement: 'return secrets.includes(text)',
    test: lookup,
    title: 'is such a token in another text, which would go to another instance',
  },
  {
    id: 'encoded-token',
    replacement: 'return text.includes(token)',
    test: lookup,
    title: 'is such a token in another text, which would go to another instance',
  },
  {
    id: 'unread-secret',
    test: lookup,
    title: 'is any token while it isn’t known which ones Latchkey uses',
  },
  {
    id: 'lookup-bot',
    test: lookup,
    title: 'isn’t taken for the bot of a project because of their username',
  },
]
