import { describe, expect, it } from 'vitest'
import { failureOfProxy } from './proxy-failures.ts'
import { failureOfTls } from './tls-failures.ts'

// What Node, OpenSSL and Chromium say, where no server in a test can bring them to it; the rest is shown by real servers.
const words: [says: RegExp, ...codes: string[]][] = [
  [
    /has revoked/,
    'CERT_REVOKED',
    'net::ERR_CERT_REVOKED',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED',
  ],
  [
    /wants a client certificate/,
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED',
    'net::ERR_BAD_SSL_CLIENT_AUTH_CERT',
  ],
  [/has expired\.$/, 'CERT_HAS_EXPIRED'],
  [/is not valid yet\.$/, 'CERT_NOT_YET_VALID'],
  [/has expired or is not valid yet/, 'net::ERR_CERT_DATE_INVALID'],
  [/another name/, 'ERR_TLS_CERT_ALTNAME_INVALID', 'net::ERR_CERT_COMMON_NAME_INVALID'],
  [/self-signed/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    /authority that this machine does not know/,
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'net::ERR_CERT_AUTHORITY_INVALID',
  ],
  [/too weak/, 'CA_MD_TOO_WEAK', 'EE_KEY_TOO_SMALL', 'net::ERR_CERT_WEAK_SIGNATURE_ALGORITHM'],
  [
    /whether it still counts/,
    'net::ERR_CERT_UNABLE_TO_CHECK_REVOCATION',
    'net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
    'UNABLE_TO_GET_CRL',
  ],
  [
    /not safe any more/,
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
  ],
  [/does not speak TLS/, 'ERR_SSL_WRONG_VERSION_NUMBER', 'net::ERR_SSL_PROTOCOL_ERROR'],
  [/knows no way to encrypt/, 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  [/broke off while/, 'EPROTO', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'],
  [/is not valid\.$/, 'INVALID_PURPOSE', 'net::ERR_CERT_INVALID', 'CERT_REJECTED'],
]

describe('the words for a TLS failure', () => {
  it.each(words.flatMap(([says, ...codes]) => codes.map((code) => [code, says] as const)))(
    '%s',
    (code, says) => {
      const failure = failureOfTls([code], 'gitlab.example.com')?.failure
      expect(failure?.message).toMatch(/^gitlab\.example\.com .*\.$/)
      expect(failure?.message).toMatch(says)
      expect(failure?.hint).toMatch(/\.$/)
    },
  )

  it('are not said of anything else', () => {
    for (const code of [
      ...['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
      ...[
        'net::ERR_NAME_NOT_RESOLVED',
        'net::ERR_CONNECTION_RESET',
        'net::ERR_TUNNEL_CONNECTION_FAILED',
      ],
    ]) {
      expect(failureOfTls([code], 'gitlab.example.com'), code).toBeUndefined()
    }
  })
})

describe('the words for a proxy', () => {
  it.each([
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', /wants a name and a password/],
    ['net::ERR_UNEXPECTED_PROXY_AUTH', /wants a name and a password/],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', /does not let Latchkey through/],
    ['net::ERR_PROXY_CONNECTION_FAILED', /cannot be reached/],
    ['net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', /cannot be reached/],
    ['net::ERR_PAC_SCRIPT_FAILED', /cannot be reached/],
  ])('%s', (code, says) => {
    expect(failureOfProxy([code], 'gitlab.example.com')?.message).toMatch(says)
  })
})
