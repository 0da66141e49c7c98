import { browserHostGuards } from './browser-host-guards.ts'
import { calendarGuards } from './calendar-guards.ts'
import { commandGuards } from './command-guards.ts'
import { dataGuards } from './data-guards.ts'
import { dependentsGuards } from './dependents-guards.ts'
import { electronGuards } from './electron-guards.ts'
import { fileGuards } from './file-guards.ts'
import type { Guard } from './guard.ts'
import { instanceGuards } from './instance-guards.ts'
import { lockGuards } from './lock-guards.ts'
import { lookupGuards } from './lookup-guards.ts'
import { managedGuards } from './managed-guards.ts'
import { policyGuards } from './policy-guards.ts'
import { pageGuards } from './page-guards.ts'
import { programGuards } from './program-guards.ts'
import { repositoryGuards } from './repository-guards.ts'
import { reviewGuards } from './review-guards.ts'
import { signInGuards } from './sign-in-guards.ts'
import { writeGuards } from './write-guards.ts'

const tls = 'src/core/platform/network/tls.exploit.test.ts'
const start = 'src/core/platform/hardening/start.exploit.test.ts'
const host = 'src/main/security.exploit.test.ts'
const ipc = 'src/main/ipc.exploit.test.ts'
const links = 'src/core/platform/page/external-links.exploit.test.ts'
const invoke = 'src/core/invoke.exploit.test.ts'
const lock = 'src/core/features/lock/lock.exploit.test.ts'
const window = 'src/main/lock.exploit.test.ts'
const secondCheck = 'src/core/features/keys/ssh/second-check.exploit.test.ts'
const malformed = 'src/core/features/keys/ssh/malformed-key.exploit.test.ts'
const names = 'src/renderer/components/shown-name.exploit.test.ts'

/** All guards in the project. `npm run lab -- guards` removes them one at a time. */
export const guards: readonly Guard[] = [
  ...electronGuards,

  // Messages between the page and the Node side.
  {
    id: 'ipc-sender',
    replacement: 'return frame !== null && isAppUrl(frame.url)',
    test: ipc,
    title: 'rejects calls from a nested frame',
  },
  {
    id: 'ipc-events',
    replacement: 'webContents.send(`event:${name}`, payload)',
    test: ipc,
    title: "doesn't send events to foreign pages",
  },
  { id: 'outside', replacement: 'const isOpened = true', test: links, title: "doesn't run code" },
  {
    id: 'email-fields',
    test: links,
    title: "doesn't set fields of an email other than its subject and text",
  },
  {
    id: 'email-address',
    test: links,
    title: "doesn't write to more than one plain address",
  },
  {
    id: 'email-subject',
    test: links,
    title: "doesn't add a field with a line break in an email's subject",
  },
  {
    id: 'link-credentials',
    replacement: 'if (!url) return undefined',
    test: links,
    title: "doesn't hide a host behind a username and password",
  },
  {
    id: 'link-as-parsed',
    replacement: 'return isOpened ? link : undefined',
    test: links,
    title: 'shows a look-alike host as punycode',
  },
  {
    id: 'own-names',
    replacement: prototypeOf(),
    test: invoke,
    title: 'is rejected as an operation',
  },
  {
    id: 'input-values',
    test: invoke,
    title: 'is rejected before validation',
  },
  {
    id: 'input-fields',
    replacement: 'const { issues } = error',
    test: invoke,
    title: 'is reported with at most a hundred invalid fields',
  },
  {
    id: 'input',
    replacement: 'if (checked.success || input) return input as T',
    test: invoke,
    title: 'is rejected by operations with validated fields',
  },
  {
    id: 'own-texts',
    replacement: 'const fields = Object.assign(new Map(), { get: (name) => ({})[name] })',
    test: 'src/core/gitlab/error-response.exploit.test.ts',
    title: 'still becomes an ordinary rejection',
  },
  {
    id: 'link-form',
    test: 'src/core/features/desktop/deep-link.exploit.test.ts',
    title: 'ignores',
  },
  {
    id: 'link-screens',
    test: 'src/renderer/app/visit-route.test.ts',
    title: 'ignores links to screens that they may not open',
  },
  {
    id: 'link-alone',
    test: 'src/core/features/desktop/launch-requests.test.ts',
    title:
      'ignores all other arguments if there is a link, because its author may have injected them',
  },
  {
    id: 'picture-headers',
    replacement: `headers: { authorization: 'Bearer token' }`,
    test: 'src/core/features/avatars/avatars.exploit.test.ts',
    title: "don't send a token to another host",
  },
  {
    id: 'picture-address',
    test: 'src/core/features/avatars/avatars.exploit.test.ts',
    replacement: 'return url.href',
    title: 'is not requested unless it is https or on the instance',
  },
  {
    id: 'picture-pixels',
    test: 'src/core/features/avatars/avatars.exploit.test.ts',
    replacement: 'if (!type) return null',
    title: 'isn’t shown if it has more than 2,000 pixels a side',
  },
  {
    id: 'picture-bytes',
    test: 'src/core/features/avatars/avatars.exploit.test.ts',
    replacement:
      'export const pictureLimits: PictureLimits = { timeMs: 10_000, bytes: 1024 * 1024 }',
    title: 'is discarded if it is so large that a hundred fill the memory',
  },
  {
    id: 'picture-first-part',
    test: 'src/core/features/avatars/avatars.exploit.test.ts',
    replacement: "'image/png': /^\\x89PNG/",
    title: 'isn’t shown if another part, which Firefox skips, has the place of its size',
  },

  ...browserHostGuards,
  ...instanceGuards,
  ...fileGuards,
  ...lockGuards,
  ...signInGuards,
  ...writeGuards,
  ...pageGuards,
  ...dependentsGuards,
  ...lookupGuards,
  ...calendarGuards,
  ...reviewGuards,
  ...commandGuards,
  ...managedGuards,

  // Command-line switches and environment variables.
  { id: 'dangerous-switches', replacement: 'return []', test: start, title: 'is detected' },
  { id: 'electron-switches', test: host, title: 'refuses to start with' },
  {
    id: 'electron-switches',
    replacement: 'if (app.isPackaged) assertNoUnsafeSwitches(dangerousSwitches(process.argv))',
    test: host,
    title: "even if it isn't packaged",
  },
  {
    id: 'variables',
    test: start,
    title: 'is removed if it turns Electron into plain Node',
  },
  {
    id: 'electron-variables',
    test: host,
    title: "doesn't pass ELECTRON_RUN_AS_NODE or NODE_OPTIONS to child processes",
  },
  {
    id: 'node-options',
    replacement: 'return [...execArgv]',
    test: start,
    title: 'include switches that log TLS keys',
  },
  {
    id: 'install-scripts',
    test: 'scripts/lib/package/install-scripts.exploit.test.ts',
    title: 'fails without running a script that is not allowed',
  },

  // Connections.
  {
    id: 'reject-unauthorized',
    test: tls,
    title: 'is not trusted despite NODE_TLS_REJECT_UNAUTHORIZED=0, unlike in other programs',
    replacement: `rejectUnauthorized: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0'`,
  },
  {
    id: 'store-of-variables',
    test: tls,
    title: 'is not trusted despite SSL_CERT_FILE and --use-system-ca',
  },
  {
    id: 'authorities-of-variables',
    replacement: `if (process.env.NODE_EXTRA_CA_CERTS) return getCACertificates('default')`,
    test: tls,
    title: 'unlike in other programs',
  },
  {
    id: 'proxy-certificate',
    replacement: 'proxyTls: { timeout: connectMs }',
    test: tls,
    title: 'is not trusted for a proxy',
  },
  {
    id: 'tls-floor',
    replacement: 'return createSecureContext({ ca: [...authorities, ...own] })',
    test: tls,
    title: 'is not enabled by --tls-min-v1.0',
  },

  // The lock.
  { id: 'locked-calls', test: lock, title: 'only three operations respond' },
  {
    id: 'locked-events',
    replacement: 'listener(payload)',
    test: lock,
    title: 'only lock events are sent',
  },
  {
    id: 'locked-window',
    test: window,
    title: 'reloads so that none of its content remains',
  },
  { id: 'locked-clipboard', test: window, title: 'clears a copied secret from the clipboard' },

  ...dataGuards,
  ...policyGuards,
  ...programGuards,
  ...repositoryGuards,

  // Keys and names.
  {
    id: 'secret-ssh-key',
    test: 'src/core/features/keys/ssh/private-key.exploit.test.ts',
    title: 'is rejected in a scanned folder',
  },
  {
    id: 'gpg-secret-packets',
    test: 'src/core/features/keys/gpg/secret-gpg-key.exploit.test.ts',
    title: 'cannot have the secret key',
  },
  {
    id: 'decoded-bytes',
    test: 'src/core/keys/slow-key-files.exploit.test.ts',
    title: 'nested base64 that would take minutes to search counts as a secret',
  },
  {
    id: 'gpg-packets',
    test: 'src/core/keys/many-packets.exploit.test.ts',
    title: 'isn’t parsed',
  },
  {
    id: 'gpg-turns',
    replacement: 'const turns = new TaskLimiter(1000)',
    test: 'src/core/keys/many-packets.exploit.test.ts',
    title: 'lets others be answered if there are many of them',
  },
  {
    id: 'block-lines',
    replacement: 'keptText.push(...sourceLines.slice(begin, at + 1))',
    test: 'src/core/keys/slow-key-files.exploit.test.ts',
    title: 'a block of hundreds of thousands of lines is a broken key',
  },
  {
    id: 'block-begin',
    test: 'src/core/keys/slow-key-files.exploit.test.ts',
    title: 'a block of a key ends at the next one',
  },
  {
    id: 'second-check-ssh',
    test: secondCheck,
    title: 'rejects an SSH key with a private key in its comment',
  },
  {
    id: 'second-check-gpg',
    test: secondCheck,
    title: 'rejects a GPG key with a private key in a user ID',
  },
  {
    id: 'second-check-gpg-block',
    test: secondCheck,
    title: "rejects an account's GPG key with a private key",
  },
  {
    id: 'gpg-packets-found',
    test: secondCheck,
    title: 'are found at any position, without the surrounding text',
  },
  {
    id: 'gpg-secret-packets',
    test: secondCheck,
    title: 'are also rejected by the packet reader',
  },
  {
    id: 'malformed-bytes',
    replacement:
      'return bytes.compare(expected, 0, expected.length, at, at + expected.length) === 0',
    test: malformed,
    title: "doesn't read past the end when a declared length is too large",
  },
  {
    id: 'malformed-key',
    replacement: `throw new Error('malformed')`,
    test: malformed,
    title: 'scans the remaining files when one',
    also: [brokenBytes()],
  },
  {
    id: 'malformed-key',
    replacement: 'return []',
    test: malformed,
    title: 'lists a file with a malformed key, and why it failed to parse',
  },
  {
    id: 'malformed-gpg-key',
    replacement: `throw new Error('malformed')`,
    test: malformed,
    title: 'lists a GPG key that',
    also: [brokenBytes()],
  },
  {
    id: 'malformed-gpg-key',
    replacement: 'return []',
    test: malformed,
    title: 'lists a file with a malformed GPG key, and why it failed to parse',
  },
  {
    id: 'hidden-characters',
    replacement: 'return text',
    test: names,
    title: 'is visible in a name',
  },
]

/** The code from before malformed bytes were handled. */
function brokenBytes() {
  return {
    id: 'malformed-bytes',
    replacement:
      'return bytes.compare(expected, 0, expected.length, at, at + expected.length) === 0',
  }
}

/** A lookup that also finds properties of the prototype. */
function prototypeOf(): string {
  return 'return (table as Record<string, unknown> | undefined)?.[key]'
}
