import type { Guard } from './guard.ts'

const sites = 'src/serve/other-sites.exploit.test.ts'
const listening = 'src/serve/listening.exploit.test.ts'
const flooding = 'src/serve/flooding.exploit.test.ts'
const key = 'src/serve/key.exploit.test.ts'
const handOver = 'src/serve/hand-over.exploit.test.ts'

/** Guards in the browser host. */
export const browserHostGuards: readonly Guard[] = [
  {
    id: 'host-name',
    replacement: 'return true',
    test: sites,
    title: 'rejects requests under another host name',
  },
  {
    id: 'host-name',
    replacement:
      "return ['127.0.0.1', 'localhost'].some((name) => ports.some((port) => host.endsWith(name + port)))",
    test: listening,
    title: 'rejects the host name xlocalhost',
  },
  {
    id: 'own-origin',
    test: sites,
    title: "rejects other origins even with a tab's secret",
    also: [{ id: 'own-site', replacement: 'return true' }],
  },
  { id: 'json-only', test: sites, title: 'rejects content types that a form can send' },
  {
    id: 'body-size',
    test: 'src/serve/server.test.ts',
    title: 'must be a JSON object of limited size',
  },
  {
    id: 'policy-frames',
    replacement: `"frame-ancestors *"`,
    test: sites,
    title: 'prevents other origins from reading or framing it',
  },
  {
    id: 'listens-here',
    replacement: 'server.listen(port)',
    test: listening,
    title: 'listens only on 127.0.0.1',
  },
  { id: 'strangers', test: flooding, title: 'accepts the user despite 300 connections' },
  {
    id: 'trusted-connections',
    replacement: 'return',
    test: flooding,
    title: "keeps a page's event stream while others connect",
  },
  {
    id: 'room-for-cookies',
    replacement: 'maxHeaderSize: 16 * kibibyte',
    test: flooding,
    title: 'accepts a browser with the maximum of cookies from other ports',
  },
  {
    id: 'secret-header',
    replacement:
      "const [secret] = /[\\w-]{43}/.exec(headers.authorization ?? headers.cookie ?? '') ?? []",
    test: 'src/serve/other-ports.exploit.test.ts',
    title: "doesn't accept cookies as authentication",
  },
  {
    id: 'tab-secret',
    replacement: 'return secret !== undefined',
    test: sites,
    title: "rejects requests without a tab's secret",
  },
  {
    id: 'hand-over',
    replacement: 'await open(url)',
    test: handOver,
    title: 'keeps the key out of command lines',
  },
  {
    id: 'hand-over-file',
    replacement: 'writeFileSync(file, redirectPage(url))',
    test: handOver,
    title: 'in a file only its owner can read',
  },
  {
    id: 'hand-over-file',
    replacement: 'writeFileSync(file, redirectPage(url))',
    test: handOver,
    title: 'never writes through a link or into a file that others can read',
    also: [{ id: 'hand-over-left-behind' }],
  },
  {
    id: 'key-once',
    replacement: 'if (!this.#validKeys.has(id)) return',
    test: key,
    title: 'signs in once; a second use is rejected and logged',
  },
  { id: 'wrong-key-late', test: key, title: 'delays the rejection of a wrong key' },
]
