/**
 * What the page may load: its own files, pictures that it was handed as data, and nothing from anywhere else. Styles may
 * be inline because naive-ui writes its theme into the document.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
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
