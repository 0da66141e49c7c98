import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { type StoredApplication, insertApplication, updateApplication } from '../database/oauth.ts'
import { type Scope, scopesOf } from '../database/tokens.ts'
import { invalidFields } from '../errors.ts'
import { parseScopes } from './scopes.ts'

interface NewApplication {
  name: string
  redirect_uri: string
  /** Separated by spaces. */
  scopes: string
  confidential: boolean
}

/** Creates an application. Only this response contains its secret. Throws an `ApiError` with all validation errors. */
export function createApplication(
  context: Context,
  ownerId: number | null,
  { name, redirect_uri, scopes: scopeText, confidential }: NewApplication,
) {
  const scopes = parseScopes(context, scopeText)
  throwErrors({
    name: nameErrors(name),
    redirect_uri: redirectUriErrors(redirect_uri),
    scopes: scopeErrors(scopes),
  })
  const secret = `gloas-${randomBytes(32).toString('hex')}`
  const application = insertApplication(context.db, secret, {
    owner_id: ownerId,
    name,
    uid: randomBytes(32).toString('hex'),
    redirect_uri,
    scopes: scopes!,
    confidential: confidential ? 1 : 0,
    created_at: context.now().toISOString(),
  })
  return { ...applicationView(application), secret }
}

/** Changes an application. Throws an `ApiError` with all validation errors. */
export function modifyApplication(
  context: Context,
  application: StoredApplication,
  change: { name: string | undefined; scopes: string | undefined },
) {
  const { name = application.name } = change
  const scopes =
    change.scopes === undefined ? scopesOf(application) : parseScopes(context, change.scopes)
  throwErrors({ name: nameErrors(name), scopes: scopeErrors(scopes) })
  updateApplication(context.db, application, { name, scopes: scopes! })
  return applicationView({ ...application, name })
}

/** `lib/api/entities/application.rb` */
export function applicationView({ id, uid, name, redirect_uri, confidential }: StoredApplication) {
  return {
    id,
    application_id: uid,
    application_name: name,
    callback_url: redirect_uri,
    confidential: confidential === 1,
  }
}

function throwErrors(errors: Record<string, string[]>): void {
  const found = Object.entries(errors).filter(([, texts]) => texts.length > 0)
  if (found.length > 0) throw invalidFields(Object.fromEntries(found))
}

function nameErrors(name: string): string[] {
  return name.trim() === '' ? [`can't be blank`] : []
}

function scopeErrors(scopes: readonly Scope[] | undefined): string[] {
  return scopes ? [] : [`doesn't match configured on the server.`]
}

/** Doorkeeper's `RedirectUriValidator`. */
function redirectUriErrors(text: string): string[] {
  const lines = text.split(/\s+/).filter((line) => line !== '')
  if (lines.length === 0) return [`can't be blank`]
  return [...new Set(lines.flatMap(uriErrors))]
}

function uriErrors(line: string): string[] {
  if (!URL.canParse(line)) return ['must be an absolute URI.']
  const { protocol, hash } = new URL(line)
  if (forbiddenSchemes.includes(protocol)) return ['is forbidden by the server.']
  return hash === '' ? [] : ['cannot contain a fragment.']
}

const forbiddenSchemes = ['data:', 'vbscript:', 'javascript:']
