import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../gitlab/validation.ts'
import { operation } from './operation.ts'

/** A certificate, as shown before it is trusted. Its creator can put any values into it. */
export const Certificate = z.lazy(() =>
  z.object({
    /**
     * The certificate's SHA-256 in pairs of hexadecimal digits, to compare with the one that the administrator provides.
     */
    fingerprint: z.string(),
    subject: z.string(),
    issuer: z.string(),
    /** Milliseconds since 1970. */
    validFrom: z.number(),
    validTo: z.number(),
    /**
     * Whether it is an authority, which signs other certificates. Any other certificate is valid only for its own server.
     */
    isAuthority: z.boolean(),
    /** The server's host names; none for an authority. */
    names: z.array(z.string()),
  }),
)
export type Certificate = z.output<typeof Certificate>

/** A certificate that is trusted for one instance only. */
export const OwnCertificate = z.lazy(() =>
  z.object({ origin: z.string(), certificate: Certificate }),
)
export type OwnCertificate = z.output<typeof OwnCertificate>

const File = z.strictObject({
  /** A PEM or DER file or pasted text, in Base64. */
  content: z.base64().max(256 * 1024, issueText(message('validation.tooLargeCertificate'))),
})
const Address = z.string().min(1).max(2048)

/** Certificates that the user trusts for an instance in addition to the system's certificates. */
export const certificateOperations = {
  list: operation(() => ({ input: z.strictObject({}), output: z.array(OwnCertificate) })),
  /** Lists the certificates in a file. Rejects files with a private key. */
  examine: operation(() => ({ input: File, output: z.array(Certificate) })),
  /** Trusts one certificate from a file, identified by its fingerprint, for the instance at a URL. */
  trust: operation(() => ({
    input: File.extend({ baseUrl: Address, fingerprint: z.string().max(128) }),
    output: z.array(OwnCertificate),
  })),
  forget: operation(() => ({
    input: z.strictObject({ origin: Address, fingerprint: z.string().max(128) }),
    output: z.array(OwnCertificate),
  })),
}
