import type { Guard } from './guard.ts'

const policy = 'src/shared/rules/page-policy.exploit.test.ts'
const lookAlikes = 'src/shared/rules/look-alike/look-alike.exploit.test.ts'
const html = 'scripts/lib/html-writers.exploit.test.ts'

/** The guards against a script or a text of somebody else's in the page. */
export const pageGuards: readonly Guard[] = [
  {
    id: 'policy-trusted-types',
    becomes: `"base-uri 'none'"`,
    test: policy,
    title: 'requires trusted types and allows only Vue’s policy',
  },
  {
    id: 'policy-trusted-types-names',
    becomes: `"trusted-types * 'allow-duplicates'"`,
    test: policy,
    title: 'allows only Vue’s trusted-types policy, without duplicates',
  },
  {
    id: 'webrtc-in-browser',
    becomes: `'connection-allowlist': '(response-origin)'`,
    test: policy,
    title: 'blocks WebRTC connections in browsers that support the header',
  },
  {
    id: 'no-v-html',
    test: html,
    becomes: `'no-var': 'error'`,
    title: 'gets into no template by v-html',
  },
  {
    id: 'no-html-bindings',
    becomes: `'no-var': 'error'`,
    test: html,
    title: 'gets into no template as a property',
  },
  {
    id: 'no-html-components',
    becomes: `'no-var': 'error'`,
    test: html,
    title: 'gets into no component that writes HTML',
  },
  {
    id: 'no-html-inputs',
    becomes: `'no-var': 'error'`,
    test: html,
    title: 'gets into no input that measures itself by HTML',
  },
  {
    id: 'no-html-properties',
    becomes: `'no-var': 'error'`,
    test: html,
    title: 'is written by no script',
  },
  {
    id: 'no-window-open',
    becomes: `{ selector: 'WithStatement', message: '' }`,
    test: html,
    title: 'opens a window only by a link, which shows its host',
  },
  {
    id: 'http-consent',
    becomes: `needsHttpConsent: protocol === 'http:' && !isLoopback(hostname)`,
    test: 'src/core/accounts/plain-http.exploit.test.ts',
    title: 'which may be another machine',
  },
  {
    id: 'link-host-shown',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'opens no link off the instances before the person saw its host and agreed',
  },
  {
    id: 'link-gesture',
    becomes: 'const isTrusted = isOwn',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'opens a page of an instance without asking only by a click or a key',
  },
  {
    id: 'gesture-used-up',
    test: 'src/main/gestures.exploit.test.ts',
    title: 'opens one link, and not a second',
  },
  {
    id: 'one-link-question',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'asks about one link at a time',
  },
  {
    id: 'webrtc-in-electron',
    test: 'src/main/navigation.exploit.test.ts',
    title: 'tells no other machine anything by WebRTC over UDP',
  },
  {
    id: 'link-host-in-page',
    becomes: 'return undefined',
    test: 'src/renderer/link-host.exploit.test.ts',
    title: 'shows its host beside the text',
  },

  // Users who look like others.
  {
    id: 'confusable-letters',
    becomes: 'return letters.toLowerCase()',
    test: lookAlikes,
    title: 'detects a name with',
  },
  {
    id: 'confusable-ascii',
    becomes: 'return name.toLowerCase()',
    test: lookAlikes,
    title: 'detects look-alike usernames',
  },
  {
    id: 'look-alike-usernames',
    becomes: `[undefined, '']`,
    test: lookAlikes,
    title: 'detects look-alike usernames',
  },
  {
    id: 'names-like-usernames',
    becomes: `[undefined, '']`,
    test: lookAlikes,
    title: 'detects a name that looks like a username',
  },
  {
    id: 'mixed-scripts',
    becomes: 'return false',
    test: lookAlikes,
    title: 'detects mixed scripts',
  },
]
