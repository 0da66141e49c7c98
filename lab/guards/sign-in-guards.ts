import type { Guard } from './guard.ts'

const listener = 'src/core/features/accounts/browser-sign-in/code-listener.exploit.test.ts'

/** Guards in the sign-in with the browser. */
export const signInGuards: readonly Guard[] = [
  {
    id: 'listener-navigation',
    test: listener,
    title: 'answers nothing to a page that loads it with a script',
  },
  {
    id: 'listener-state',
    replacement: "const isAnswer = url.pathname === '/'",
    test: listener,
    title: 'ignores a code with another state',
  },
  {
    id: 'listener-once',
    replacement: 'if (isAnswer) return take(url.searchParams, response)',
    test: listener,
    title: 'ignores a code before the browser has started',
  },
  {
    id: 'start-once',
    test: listener,
    title: 'ends the sign-in if its start address is used twice',
  },
  {
    id: 'account-instance',
    replacement: 'const baseUrl = await findInstance(client, input)',
    test: 'src/core/features/accounts/browser-sign-in/browser-sign-in.exploit.test.ts',
    title: 'cannot be sent to another instance with an account’s name',
  },
  {
    id: 'sign-in-link',
    test: 'src/core/accounts/sign-in-link.test.ts',
    title: 'is ignored with two instances',
  },
  {
    id: 'application-redirect',
    test: 'src/core/features/accounts/browser-sign-in/own-application.test.ts',
    title: 'is not started through an application that also sends it elsewhere',
  },
  {
    id: 'typed-token',
    test: 'src/core/features/tokens/hand-over.test.ts',
    title: 'rejects another user’s token, and changes nothing',
  },
  {
    id: 'session-life',
    replacement: 'const Lifetime = z.number().positive()',
    test: 'src/core/gitlab/endless-session.exploit.test.ts',
    title: 'a session of an unlimited life can be stored and read again',
  },
  {
    id: 'refresh-once',
    test: 'src/core/features/accounts/browser-sign-in/session-renewal.test.ts',
    title: 'works until its token ends if the response to an early refresh is lost',
  },
  {
    id: 'own-listener',
    replacement: 'await shell.openExternal(url)',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'openBrowser opens nothing but the start of a sign-in on this computer',
  },
  {
    id: 'refusal-name',
    replacement: 'const isKnown = refusals[error] !== undefined',
    test: 'src/core/accounts/odd-refusals.exploit.test.ts',
    title: 'is explained if its error is',
  },
  {
    id: 'outage-text',
    replacement: 'const shown = text.success && text.data.message',
    test: 'src/core/accounts/odd-refusals.exploit.test.ts',
    title: 'is explained in a short text if the instance’s explanation is long',
  },
  {
    id: 'shown-user',
    test: 'src/core/features/accounts/browser-sign-in/browser-sign-in.exploit.test.ts',
    title: 'signs in nobody but the user whose name was shown',
  },
  {
    id: 'device-wait',
    replacement: 'const end = clock.now() + lifetimeMs',
    test: 'src/core/features/accounts/browser-sign-in/browser-sign-in.exploit.test.ts',
    title: 'stops asking about a code after minutes, however long the response says it lives',
  },
]
