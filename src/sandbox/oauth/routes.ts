import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { decideConsent, showConsent } from './authorize.ts'
import { showDevicePage, startDeviceGrant, submitDevicePage } from './device.ts'
import { readFields } from './fields.ts'
import { describeToken, revokePair } from './issued-token.ts'
import { answerTokenRequest } from './token.ts'

/** Registers the OAuth 2 endpoints, which aren't part of the API. */
export function registerOAuth(app: Hono, context: Context): void {
  const { flavor, release, hasDeviceFlow } = context
  if (!flavor.servesOptionalEndpoints) return
  app.get('/oauth/authorize', (c) => showConsent(context, c))
  app.post('/oauth/authorize', (c) => decideConsent(context, c))
  app.post('/oauth/token', async (c) =>
    answerTokenRequest(context, c.req.raw.headers, await readFields(c.req.raw)),
  )
  app.post('/oauth/revoke', async (c) =>
    c.json(revokePair(context, c.req.raw.headers, await readFields(c.req.raw))),
  )
  app.get('/oauth/token/info', (c) => c.json(describeToken(context, c.req.raw.headers)))
  if (!hasDeviceFlow || !release.has('deviceFlow')) return
  app.post('/oauth/authorize_device', (c) => startDeviceGrant(context, c))
  app.get('/oauth/device', (c) => showDevicePage(context, c))
  app.post('/oauth/device', (c) => submitDevicePage(context, c))
}
