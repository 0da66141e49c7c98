import { describe, expect, it } from 'vitest'
import { formatFailure } from '../failure.ts'
import { proxyFailure } from './proxy-failures.ts'
import { tlsFailure } from './tls-failures.ts'

// Codes of Node, OpenSSL, and Chromium that no test server can cause; real servers cover the rest.
const words: [says: RegExp, ...codes: string[]][] = [
  [
    /revoked certificate/,
    'CERT_REVOKED',
    'net::ERR_CERT_REVOKED',
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED',
  ],
  [
    /requires a client certificate/,
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED',
    'net::ERR_BAD_SSL_CLIENT_AUTH_CERT',
  ],
  [/expired certificate/, 'CERT_HAS_EXPIRED'],
  [/isn’t valid yet\.$/, 'CERT_NOT_YET_VALID'],
  [/has expired or isn’t valid yet/, 'net::ERR_CERT_DATE_INVALID'],
  [/another host name/, 'ERR_TLS_CERT_ALTNAME_INVALID', 'net::ERR_CERT_COMMON_NAME_INVALID'],
  [/self-signed/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    /authority that this computer doesn’t trust/,
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'net::ERR_CERT_AUTHORITY_INVALID',
  ],
  [/too weak/, 'CA_MD_TOO_WEAK', 'EE_KEY_TOO_SMALL', 'net::ERR_CERT_WEAK_SIGNATURE_ALGORITHM'],
  [
    /whether the certificate of .* has been revoked/,
    'net::ERR_CERT_UNABLE_TO_CHECK_REVOCATION',
    'net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
    'UNABLE_TO_GET_CRL',
  ],
  [
    /no longer secure/,
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
  ],
  [/doesn’t use TLS/, 'ERR_SSL_WRONG_VERSION_NUMBER', 'net::ERR_SSL_PROTOCOL_ERROR'],
  [/no secure cipher/, 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  [/TLS connection to .* failed/, 'EPROTO', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'],
  [/invalid certificate/, 'INVALID_PURPOSE', 'net::ERR_CERT_INVALID', 'CERT_REJECTED'],
]

describe('message of a TLS failure', () => {
  it.each(words.flatMap(([says, ...codes]) => codes.map((code) => [code, says] as const)))(
    'explains %s',
    (code, says) => {
      const { message, hint } = formatFailure(tlsFailure([code], 'gitlab.example.com')!.failure)
      expect(message).toMatch(/gitlab\.example\.com.*\.$/)
      expect(message).toMatch(says)
      expect(hint).toMatch(/\.$/)
    },
  )

  it('is undefined for other codes', () => {
    for (const code of [
      ...['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
      ...[
        'net::ERR_NAME_NOT_RESOLVED',
        'net::ERR_CONNECTION_RESET',
        'net::ERR_TUNNEL_CONNECTION_FAILED',
      ],
    ]) {
      expect(tlsFailure([code], 'gitlab.example.com'), code).toBeUndefined()
    }
  })
})

describe('message of a proxy failure', () => {
  it.each([
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', /requires a user name and password/],
    ['net::ERR_UNEXPECTED_PROXY_AUTH', /requires a user name and password/],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', /blocked the connection/],
    ['net::ERR_PROXY_CONNECTION_FAILED', /Can’t reach your network’s proxy/],
    ['net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', /Can’t reach your network’s proxy/],
    ['net::ERR_PAC_SCRIPT_FAILED', /Can’t reach your network’s proxy/],
  ])('explains %s', (code, says) => {
    const failure = proxyFailure(new Error(code), 'gitlab.example.com', 'https:')!
    expect(formatFailure(failure).message).toMatch(says)
  })
})
