import { type MessageId, message } from '../../../shared/messages/message.ts'
import type { UnformattedFailure } from '../failure.ts'

interface TlsProblem {
  /** Codes of Node, OpenSSL, and Chromium. */
  codes: RegExp
  /** Takes the host as its parameter. */
  message: MessageId
  hint: MessageId
  /** The certificate by default. */
  reason?: 'no-tls'
  /** Selecting a certificate may help. */
  ownCertificateHelps?: true
  /** Also occurs on established connections, so a request may have arrived. */
  mayHaveArrived?: true
}

// The first match wins, so specific ones come first.
const problems: TlsProblem[] = [
  {
    codes: /^CERT_REVOKED$|ALERT_CERTIFICATE_REVOKED|net::ERR_CERT_REVOKED/,
    message: 'network.certificateRevoked',
    hint: 'network.revokedHint',
  },
  {
    codes:
      /CERTIFICATE_REQUIRED|CLIENT_AUTH_CERT_NEEDED|BAD_SSL_CLIENT_AUTH_CERT|CLIENT_AUTH_PRIVATE_KEY|CLIENT_AUTH_NO_COMMON|CLIENT_AUTH_SIGNATURE|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA/,
    message: 'network.clientCertificate',
    hint: 'network.askForCertificate',
  },
  {
    codes: /CERT_HAS_EXPIRED/,
    message: 'network.certificateExpired',
    hint: 'network.checkDate',
  },
  {
    codes: /CERT_NOT_YET_VALID/,
    message: 'network.certificateNotYetValid',
    hint: 'network.checkDate',
  },
  {
    // Chromium's code for both.
    codes: /CERT_DATE_INVALID/,
    message: 'network.certificateDateInvalid',
    hint: 'network.checkDate',
  },
  {
    codes:
      /ALTNAME_INVALID|CERT_COMMON_NAME_INVALID|HOSTNAME_MISMATCH|NAME_CONSTRAINT|UNRECOGNIZED_NAME/,
    message: 'network.certificateOtherName',
    hint: 'network.checkHostName',
  },
  {
    codes: /DEPTH_ZERO_SELF_SIGNED/,
    message: 'network.certificateSelfSigned',
    hint: 'network.compareFingerprint',
    ownCertificateHelps: true,
  },
  {
    codes:
      /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_AUTHORITY_INVALID|CERT_UNTRUSTED|PINNED_KEY_NOT_IN|KNOWN_INTERCEPTION/,
    message: 'network.certificateUnknownAuthority',
    hint: 'network.addAuthority',
    ownCertificateHelps: true,
  },
  {
    codes:
      /WEAK_SIGNATURE|WEAK_KEY|KEY_TOO_SMALL|MD_TOO_WEAK|KEY_TOO_WEAK|VALIDITY_TOO_LONG|DH_KEY_TOO_SMALL/,
    message: 'network.certificateWeak',
    hint: 'service.tellAdministrator',
  },
  {
    codes: /REVOCATION|CERT_TRANSPARENCY|CERTIFICATE_TRANSPARENCY|^CRL_|UNABLE_TO_GET_CRL/,
    message: 'network.certificateUnchecked',
    hint: 'network.revocationUnchecked',
  },
  {
    codes:
      /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_OR_CIPHER_MISMATCH|VERSION_TOO_LOW|OBSOLETE_VERSION|NO_PROTOCOLS/,
    message: 'network.oldTls',
    hint: 'service.tellAdministrator',
    reason: 'no-tls',
  },
  {
    codes:
      /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER|net::ERR_SSL_PROTOCOL_ERROR|UNEXPECTED_MESSAGE|BAD_RECORD/,
    message: 'network.noTls',
    hint: 'network.checkPort',
    reason: 'no-tls',
    mayHaveArrived: true,
  },
  {
    codes: /HANDSHAKE_FAILURE/,
    message: 'network.handshakeRefused',
    hint: 'service.tellAdministrator',
    reason: 'no-tls',
  },
  {
    codes: /^EPROTO$|^ERR_SSL_|^ERR_TLS_|net::ERR_SSL_|HANDSHAKE/,
    message: 'network.handshakeBroken',
    hint: 'network.inspectedTraffic',
    reason: 'no-tls',
    mayHaveArrived: true,
  },
  {
    codes: /^CERT_|^INVALID_(?:CA|PURPOSE)|^PATH_LENGTH|net::ERR_CERT/,
    message: 'network.certificateInvalid',
    hint: 'service.tellAdministrator',
  },
]

interface TlsFailure {
  failure: UnformattedFailure
  mayHaveArrived: boolean
}

/** An encrypted connection's failure; undefined for other codes. */
export function tlsFailure(codes: readonly string[], host: string): TlsFailure | undefined {
  const problem = problems.find(({ codes: known }) => codes.some((code) => known.test(code)))
  if (!problem) return undefined
  const {
    message: id,
    hint,
    reason = 'certificate',
    ownCertificateHelps: ownHelps,
    mayHaveArrived = false,
  } = problem
  return {
    failure: {
      kind: 'not-the-service',
      reason: ownHelps ? 'unknown-authority' : reason,
      message: message(id, { host }),
      hint: message(hint),
    },
    mayHaveArrived,
  }
}

/** For a server that doesn't request the certificate until it has accepted the connection. */
export function clientCertificateFailure(host: string): UnformattedFailure {
  return tlsFailure(['CERTIFICATE_REQUIRED'], host)!.failure
}
