import type { Database } from '../database/database.ts'
import { digestOf } from '../database/digest.ts'
import { type StoredApplication, applicationByUid } from '../database/oauth.ts'
import { oauthError } from './errors.ts'
import type { Fields } from './fields.ts'

/**
 * The application that sent a request. Throws an error for an unknown one, for a wrong secret, and for a confidential
 * one without a secret.
 */
export function authenticateClient(
  db: Database,
  headers: Headers,
  fields: Fields,
): StoredApplication {
  const { uid, secret } = basicCredentials(headers) ?? {
    uid: fields('client_id'),
    secret: fields('client_secret'),
  }
  const application = applicationByUid(db, uid)
  if (!application) throw oauthError('invalid_client')
  const isAuthenticated =
    secret === '' ? application.confidential === 0 : application.digest === digestOf(secret)
  if (!isAuthenticated) throw oauthError('invalid_client')
  return application
}

function basicCredentials(headers: Headers): { uid: string; secret: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [uid = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { uid, secret }
}
