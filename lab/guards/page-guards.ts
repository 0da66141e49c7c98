import type { Guard } from './guard.ts'

const policy = 'src/shared/rules/page-policy.exploit.test.ts'
const lookAlikes = 'src/shared/rules/look-alike/look-alike.exploit.test.ts'
const html = 'scripts/lib/html-writers.exploit.test.ts'

/** Guards against foreign scripts and text in the page. */
export const pageGuards: readonly Guard[] = [
  {
    id: 'policy-trusted-types',
    replacement: `"base-uri 'none'"`,
    test: policy,
    title: 'requires trusted types and allows only Vue’s policy',
  },
  {
    id: 'policy-trusted-types-names',
    replacement: `"trusted-types * 'allow-duplicates'"`,
    test: policy,
    title: 'allows only Vue’s trusted-types policy, without duplicates',
  },
  {
    id: 'webrtc-in-browser',
    replacement: `'connection-allowlist': '(response-origin)'`,
    test: policy,
    title: 'blocks WebRTC connections in browsers that support the header',
  },
  {
    id: 'no-v-html',
    test: html,
    replacement: `'no-var': 'error'`,
    title: 'rejects v-html in a template',
  },
  {
    id: 'no-html-bindings',
    replacement: `'no-var': 'error'`,
    test: html,
    title: 'rejects an HTML property in a template',
  },
  {
    id: 'no-html-components',
    replacement: `'no-var': 'error'`,
    test: html,
    title: 'rejects components that write HTML',
  },
  {
    id: 'no-html-inputs',
    replacement: `'no-var': 'error'`,
    test: html,
    title: 'rejects inputs that measure themselves with HTML',
  },
  {
    id: 'no-html-properties',
    replacement: `'no-var': 'error'`,
    test: html,
    title: 'rejects scripts that write HTML',
  },
  {
    id: 'no-window-open',
    replacement: `{ selector: 'WithStatement', message: '' }`,
    test: html,
    title: 'rejects window.open, since only a link shows its host',
  },
  {
    id: 'http-consent',
    replacement: `needsHttpConsent: protocol === 'http:' && !isLoopback(hostname)`,
    test: 'src/core/accounts/plain-http.exploit.test.ts',
    title: 'which may be another computer',
  },
  {
    id: 'link-host-shown',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'shows the host and asks before opening a link outside the instances',
  },
  {
    id: 'link-gesture',
    replacement: 'const isTrusted = isOwn',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'asks before opening an instance page without a click or key press',
  },
  {
    id: 'gesture-used-up',
    test: 'src/main/gestures.exploit.test.ts',
    title: 'opens one link but not a second',
  },
  {
    id: 'one-link-question',
    test: 'src/main/open-link.exploit.test.ts',
    title: 'prompts for one link at a time',
  },
  {
    id: 'webrtc-in-electron',
    test: 'src/main/navigation.exploit.test.ts',
    title: "can't reach other computers through WebRTC over UDP",
  },
  {
    id: 'link-host-in-page',
    replacement: 'return undefined',
    test: 'src/renderer/link-host.exploit.test.ts',
    title: 'shows its host next to the text',
  },

  // Look-alike users.
  {
    id: 'confusable-letters',
    replacement: 'return letters.toLowerCase()',
    test: lookAlikes,
    title: 'detects a name with',
  },
  {
    id: 'marks-before-skeleton',
    replacement: 'return name.toWellFormed()',
    test: lookAlikes,
    title: 'reads a name of many marks in linear time',
  },
  {
    id: 'confusable-ascii',
    replacement: 'return name.toLowerCase()',
    test: lookAlikes,
    title: 'detects look-alike usernames',
  },
  {
    id: 'look-alike-usernames',
    replacement: `[undefined, '']`,
    test: lookAlikes,
    title: 'detects look-alike usernames',
  },
  {
    id: 'names-like-usernames',
    replacement: `[undefined, '']`,
    test: lookAlikes,
    title: 'detects a name that looks like a username',
  },
  {
    id: 'mixed-scripts',
    replacement: 'return false',
    test: lookAlikes,
    title: 'detects mixed scripts',
  },
]
