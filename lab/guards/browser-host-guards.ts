import type { Guard } from './guard.ts'

const sites = 'src/serve/other-sites.exploit.test.ts'
const listening = 'src/serve/listening.exploit.test.ts'
const flooding = 'src/serve/flooding.exploit.test.ts'
const key = 'src/serve/key.exploit.test.ts'
const handOver = 'src/serve/hand-over.exploit.test.ts'

/** Guards of the browser host. */
export const browserHostGuards: readonly Guard[] = [
  {
    id: 'host-name',
    becomes: 'return true',
    test: sites,
    title: 'gives nothing to a name that is pointed at this machine',
  },
  {
    id: 'host-name',
    becomes:
      "return ['127.0.0.1', 'localhost'].some((name) => ports.some((port) => host.endsWith(name + port)))",
    test: listening,
    title: 'does not take the name xlocalhost for its own',
  },
  {
    id: 'own-origin',
    test: sites,
    title: 'hears no page of another origin, even with the secret of a tab',
    also: [{ id: 'own-site', becomes: 'return true' }],
  },
  { id: 'json-only', test: sites, title: 'takes no call that a form could send' },
  {
    id: 'policy-frames',
    becomes: `"frame-ancestors *"`,
    test: sites,
    title: 'lets no other origin read or frame it',
  },
  {
    id: 'listens-here',
    becomes: 'server.listen(port)',
    test: listening,
    title: 'is reached from this machine, and by no other address that it has',
  },
  { id: 'strangers', test: flooding, title: 'lets the owner in beside 300 connections' },
  {
    id: 'trusted-connections',
    becomes: 'return',
    test: flooding,
    title: 'keeps the event stream of a page while others connect',
  },
  {
    id: 'room-for-cookies',
    becomes: 'maxHeaderSize: 16 * kibibyte',
    test: flooding,
    title: 'answers a browser to which other ports gave as many cookies as it takes',
  },
  {
    id: 'secret-header',
    becomes:
      "const [secret] = /[\\w-]{43}/.exec(headers.authorization ?? headers.cookie ?? '') ?? []",
    test: 'src/serve/other-ports.exploit.test.ts',
    title: 'gets in with no cookie',
  },
  {
    id: 'tab-secret',
    becomes: 'return secret !== undefined',
    test: sites,
    title: 'knows nobody without the secret of a tab',
  },
  {
    id: 'hand-over',
    becomes: 'await open(url)',
    test: handOver,
    title: 'is in no command line',
  },
  {
    id: 'hand-over-file',
    becomes: 'writeFileSync(file, redirectPage(url))',
    test: handOver,
    title: 'but in a file for the owner alone',
  },
  {
    id: 'hand-over-file',
    becomes: 'writeFileSync(file, redirectPage(url))',
    test: handOver,
    title: 'is not written through a link, or into a file that others can read',
    also: [{ id: 'hand-over-left-behind' }],
  },
  {
    id: 'key-once',
    becomes: 'if (!this.#validKeys.has(id)) return',
    test: key,
    title: 'lets in once; a second use is refused and logged',
  },
  { id: 'wrong-key-late', test: key, title: 'that is wrong is refused late' },
]
