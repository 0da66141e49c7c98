import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../validation.ts'
import { operation } from './operation.ts'

/** A certificate as it is shown before it is trusted. Everything in it was written by whoever made it. */
export const Certificate = z.object({
  /** SHA-256 over the whole certificate, in pairs of hexadecimal digits; what one compares with what one was told. */
  fingerprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** Milliseconds since 1970. */
  validFrom: z.number(),
  validTo: z.number(),
  /** An authority signs other certificates; anything else is good for its own server alone. */
  isAuthority: z.boolean(),
  /** Names of the server, of a certificate that is no authority's. */
  names: z.array(z.string()),
})
export type Certificate = z.output<typeof Certificate>

/** A certificate that counts for one instance, and for no other. */
export const OwnCertificate = z.object({ origin: z.string(), certificate: Certificate })
export type OwnCertificate = z.output<typeof OwnCertificate>

const File = z.strictObject({
  /** Base64 of a PEM or DER file, or of a text that was pasted. */
  content: z
    .base64(issueText(message('validation.unreadable')))
    .max(256 * 1024, issueText(message('validation.tooLargeCertificate'))),
})
const Address = z.string().min(1).max(2048)

/** Certificates that a person trusts for an instance, besides those that the system trusts. */
export const certificates = {
  list: operation({ input: z.strictObject({}), output: z.array(OwnCertificate) }),
  /** Says what is in a file, and keeps nothing. A file with a private key in it is refused. */
  examine: operation({ input: File, output: z.array(Certificate) }),
  /** Trusts one certificate of a file, named by its fingerprint, for the instance at an address. */
  trust: operation({
    input: File.extend({ baseUrl: Address, fingerprint: z.string().max(128) }),
    output: z.array(OwnCertificate),
  }),
  forget: operation({
    input: z.strictObject({ origin: Address, fingerprint: z.string().max(128) }),
    output: z.array(OwnCertificate),
  }),
}
