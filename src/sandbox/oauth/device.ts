import { randomBytes, randomInt } from 'node:crypto'
import type { Context as HttpContext } from 'hono'
import { addTime } from '../clock.ts'
import type { Context } from '../context.ts'
import {
  type StoredApplication,
  applicationByUid,
  confirmDeviceGrant,
  deleteDeviceGrant,
  deviceGrant,
  deviceGrantByUserCode,
  insertDeviceGrant,
  recordPoll,
} from '../database/oauth.ts'
import { scopesOf } from '../database/tokens.ts'
import { missingParameter, oauthError } from './errors.ts'
import { type Fields, readFields } from './fields.ts'
import type { Authorization } from './grant.ts'
import { devicePage, messagePage } from './pages.ts'
import { requestedScopes } from './scopes.ts'
import { userToSignIn, usersToSignIn } from './users.ts'

// RFC 8628, as in the gem doorkeeper-device_authorization_grant.

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** In seconds. */
const deviceCodeLifetime = 300
const pollingInterval = 5

/** POST /oauth/authorize_device */
export async function startDeviceGrant(context: Context, c: HttpContext): Promise<Response> {
  const fields = await readFields(c.req.raw)
  const application = applicationByUid(context.db, fields('client_id'))
  if (!application) throw oauthError('invalid_client')
  const scopes = requestedScopes(context, application, fields('scope'))
  if (!scopes) throw oauthError('invalid_scope')
  const deviceCode = randomBytes(32).toString('base64url')
  const userCode = createUserCode()
  insertDeviceGrant(context.db, deviceCode, {
    application_id: application.id,
    user_code: userCode,
    scopes: JSON.stringify(scopes),
    expires_at: addTime(context.now(), deviceCodeLifetime * 1000).toISOString(),
  })
  // The gem ignores a relative URL root (`request/device_authorization.rb`).
  const verificationUri = `${new URL(c.req.url).origin}/oauth/device`
  return c.json({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
    expires_in: deviceCodeLifetime,
    interval: pollingInterval,
  })
}

/** GET /oauth/device */
export function showDevicePage({ db }: Context, c: HttpContext): Response | Promise<Response> {
  return c.html(devicePage(c.req.query('user_code') ?? '', usersToSignIn(db)))
}

/** POST /oauth/device. There is no way to refuse. */
export async function submitDevicePage({ db, now }: Context, c: HttpContext): Promise<Response> {
  const fields = await readFields(c.req.raw)
  const show = (text: string) => c.html(messagePage('Authorize device', text))
  const user = userToSignIn(db, fields('username'))
  if (!user) return show('Invalid login or password.')
  const grant = deviceGrantByUserCode(db, fields('user_code').trim())
  if (!grant) return show('The user code is invalid')
  if (grant.expires_at <= now().toISOString()) return show('The user code is expired')
  confirmDeviceGrant(db, grant, user.id)
  return show('Device successfully authorized')
}

/** A confirmed device's authorization. Otherwise throws an error with the reason to wait or to stop. */
export function pollDeviceGrant(
  { db, now }: Context,
  client: StoredApplication,
  fields: Fields,
): Authorization {
  const deviceCode = fields('device_code')
  if (deviceCode === '') throw missingParameter('device_code')
  const grant = deviceGrant(db, deviceCode)
  if (grant?.application_id !== client.id) throw oauthError('invalid_grant')
  const moment = now()
  if (grant.expires_at <= moment.toISOString()) {
    deleteDeviceGrant(db, grant)
    throw oauthError('expired_token')
  }
  // Also applies to a confirmed grant, and isn't recorded as a poll.
  const tooSoonAfter = addTime(moment, -pollingInterval * 1000).toISOString()
  if (grant.last_polling_at !== null && grant.last_polling_at > tooSoonAfter) {
    throw oauthError('slow_down')
  }
  recordPoll(db, grant, moment.toISOString())
  if (grant.user_id === null) throw oauthError('authorization_pending')
  return {
    userId: grant.user_id,
    scopes: scopesOf(grant),
    consume: () => deleteDeviceGrant(db, grant),
  }
}

/** Eight digits and capital letters. */
function createUserCode(): string {
  return Array.from({ length: 8 }, () => randomInt(36).toString(36))
    .join('')
    .toUpperCase()
}
