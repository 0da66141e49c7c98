/**
 * Allows the page to load only its own files, and images as data URLs. Inline styles are allowed because naive-ui
 * writes its theme into the document. Text can be turned into markup only through the single policy that Vue creates
 * for its templates, and ESLint rejects code that would pass other text to Vue.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // guard: policy-trusted-types
  "require-trusted-types-for 'script'",
  // guard: policy-trusted-types-names
  'trusted-types vue',
  // guard: policy-sources
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  // guard: policy-frames
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every file of the page, by both hosts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The headers for a browser. There the host can't turn off WebRTC, and a content security policy doesn't cover it, but
 * this header blocks it since Chromium 152. The header could also restrict URLs, but a page with links must allow all
 * of them and their redirects.
 */
export const browserPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  // guard: webrtc-in-browser
  'connection-allowlist': '("*://*:*/*" response-origin);webrtc=block;redirects=allow',
}
