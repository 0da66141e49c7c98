import type { Failure } from '../infra/failure.ts'

interface TlsTrouble {
  /** Codes of Node, of OpenSSL inside it, and of Chromium. */
  codes: RegExp
  /** What is wrong, behind the name of the host. */
  says: string
  hint: string
  reason: 'certificate' | 'no-tls'
  /** A certificate of one's own choice may help. */
  ownHelps?: true
  /** It happens on connections that stood before too, so that a request may have arrived. */
  mayHaveArrived?: true
}

const administrator = 'Nothing was sent. Tell the administrator of the instance.'

// The first that fits counts, so what is more particular stands before what is more general.
const troubles: TlsTrouble[] = [
  {
    codes: /^CERT_REVOKED$|ALERT_CERTIFICATE_REVOKED|net::ERR_CERT_REVOKED/,
    says: 'showed a certificate that its authority has revoked',
    hint: 'Nothing was sent. Do not go on: somebody else may have its key. Ask the administrator of the instance.',
    reason: 'certificate',
  },
  {
    codes:
      /CERTIFICATE_REQUIRED|CLIENT_AUTH_CERT_NEEDED|BAD_SSL_CLIENT_AUTH_CERT|CLIENT_AUTH_PRIVATE_KEY|CLIENT_AUTH_NO_COMMON|CLIENT_AUTH_SIGNATURE|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA/,
    says: 'wants a client certificate, by which you prove who you are',
    hint: 'The desktop app offers those of your system’s store; in a browser Latchkey has none. Ask the administrator for one and add it to the system’s store.',
    reason: 'certificate',
  },
  {
    codes: /CERT_HAS_EXPIRED/,
    says: 'showed a certificate that has expired',
    hint: `${administrator} If the date of this machine is wrong, set it right.`,
    reason: 'certificate',
  },
  {
    codes: /CERT_NOT_YET_VALID/,
    says: 'showed a certificate that is not valid yet',
    hint: 'Nothing was sent. Look whether date and time of this machine are right; if they are, tell the administrator of the instance.',
    reason: 'certificate',
  },
  {
    // Chromium says the same of both.
    codes: /CERT_DATE_INVALID/,
    says: 'showed a certificate that has expired or is not valid yet',
    hint: `${administrator} If the date of this machine is wrong, set it right.`,
    reason: 'certificate',
  },
  {
    codes:
      /ALTNAME_INVALID|CERT_COMMON_NAME_INVALID|HOSTNAME_MISMATCH|NAME_CONSTRAINT|UNRECOGNIZED_NAME/,
    says: 'showed a certificate that is made out to another name',
    hint: 'Nothing was sent. Check the address: perhaps the instance has another name.',
    reason: 'certificate',
  },
  {
    codes: /DEPTH_ZERO_SELF_SIGNED/,
    says: 'showed a self-signed certificate',
    hint: 'Nothing was sent. If your administrator gave you this certificate, choose it for this instance; compare its fingerprint first.',
    reason: 'certificate',
    ownHelps: true,
  },
  {
    codes:
      /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_AUTHORITY_INVALID|CERT_UNTRUSTED|PINNED_KEY_NOT_IN|KNOWN_INTERCEPTION/,
    says: 'showed a certificate of an authority that this machine does not know',
    hint: 'Nothing was sent. Add the authority to the system’s certificates, or choose its certificate for this instance.',
    reason: 'certificate',
    ownHelps: true,
  },
  {
    codes:
      /WEAK_SIGNATURE|WEAK_KEY|KEY_TOO_SMALL|MD_TOO_WEAK|KEY_TOO_WEAK|VALIDITY_TOO_LONG|DH_KEY_TOO_SMALL/,
    says: 'showed a certificate that is too weak to be believed',
    hint: administrator,
    reason: 'certificate',
  },
  {
    codes: /REVOCATION|CERT_TRANSPARENCY|CERTIFICATE_TRANSPARENCY|^CRL_|UNABLE_TO_GET_CRL/,
    says: 'showed a certificate of which it cannot be found out whether it still counts',
    hint: `${administrator} A firewall may keep this machine from asking.`,
    reason: 'certificate',
  },
  {
    codes:
      /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_OR_CIPHER_MISMATCH|VERSION_TOO_LOW|OBSOLETE_VERSION|NO_PROTOCOLS/,
    says: 'speaks a version of TLS, or ciphers, that are not safe any more',
    hint: administrator,
    reason: 'no-tls',
  },
  {
    codes:
      /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER|net::ERR_SSL_PROTOCOL_ERROR|UNEXPECTED_MESSAGE|BAD_RECORD/,
    says: 'does not speak TLS there',
    hint: 'Perhaps it is http:// or another port; check the address.',
    reason: 'no-tls',
    mayHaveArrived: true,
  },
  {
    codes: /HANDSHAKE_FAILURE/,
    says: 'broke off: it knows no way to encrypt that is safe, or wants a client certificate',
    hint: administrator,
    reason: 'no-tls',
  },
  {
    codes: /^EPROTO$|^ERR_SSL_|^ERR_TLS_|net::ERR_SSL_|HANDSHAKE/,
    says: 'broke off while an encrypted connection was agreed on',
    hint: 'A firewall or proxy that looks into connections may stand in between; ask who looks after your network.',
    reason: 'no-tls',
    mayHaveArrived: true,
  },
  {
    codes: /^CERT_|^INVALID_(?:CA|PURPOSE)|^PATH_LENGTH|net::ERR_CERT/,
    says: 'showed a certificate that is not valid',
    hint: administrator,
    reason: 'certificate',
  },
]

interface TlsFailure {
  failure: Failure
  mayHaveArrived: boolean
}

/** What kept an encrypted connection from coming about, in words; undefined where the codes speak of something else. */
export function failureOfTls(codes: readonly string[], host: string): TlsFailure | undefined {
  const trouble = troubles.find(({ codes: known }) => codes.some((code) => known.test(code)))
  if (!trouble) return undefined
  const { says, hint, reason, ownHelps, mayHaveArrived = false } = trouble
  return {
    failure: {
      kind: 'not-the-service',
      reason: ownHelps ? 'unknown-authority' : reason,
      message: `${host} ${says}.`,
      hint,
    },
    mayHaveArrived,
  }
}

/** Of a service that says so only after the connection stands. */
export function wantsClientCertificate(host: string): Failure {
  return failureOfTls(['CERTIFICATE_REQUIRED'], host)!.failure
}
