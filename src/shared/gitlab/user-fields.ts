import { z } from 'zod'
import { CustomAttribute } from './custom-attributes.ts'
import { type FieldsWith, answersByKind, userFieldNames, userFields } from '../rules/user-fields.ts'
import {
  Count,
  DateText,
  Flag,
  Id,
  ResponseText,
  Timestamp,
  listOf,
  maybe,
  textOrEmpty,
} from './fields.ts'

// The representations of a user. All fields except the identity are optional, because the version, the tier and the
// caller's permissions determine which ones GitLab returns.

/** The state of a user whose state is missing or can't be parsed. */
export const unknownState = 'unknown'

const text = maybe(ResponseText)
const flag = maybe(Flag)
const count = maybe(Count)

const schemas = {
  flag,
  number: count,
  minutes: count,
  level: count,
  theme: count,
  colours: count,
  moment: maybe(Timestamp),
  day: maybe(DateText),
}

/** The fields in one part of a response. */
function fieldsOf<Part extends string>(part: Part) {
  const names = userFieldNames.filter((name) => userFields[name].part === part)
  return answersByKind(names as FieldsWith<{ part: Part }>[], schemas, text)
}

/**
 * A user in a list, including followers and followed users. `state` is an open set: users with an unknown state are
 * shown without actions, and a missing state isn't treated as active.
 */
export const BasicUser = z.looseObject({
  ...fieldsOf('basic'),
  id: Id,
  username: textOrEmpty,
  name: textOrEmpty,
  state: z.string().catch(unknownState),
})

/**
 * GET /users/:id for non-administrators. `followers` and `following` are absent for the user's own profile, for private
 * profiles, and if following is disabled.
 */
export const SingleUser = BasicUser.extend({ ...fieldsOf('public'), ...fieldsOf('page') })

/** An entry of GET /users for administrators, and the response to POST and PUT /users. */
export const AdminListUser = BasicUser.extend({
  ...fieldsOf('public'),
  ...fieldsOf('account'),
  ...fieldsOf('admin'),
  identities: maybe(
    listOf(
      z.looseObject({ provider: text, extern_uid: text, saml_provider_id: maybe(z.unknown()) }),
    ),
  ),
  /** Null for a self-registered account. */
  created_by: maybe(BasicUser),
  scim_identities: maybe(
    listOf(z.looseObject({ extern_uid: text, group_id: maybe(z.unknown()), active: flag })),
  ),
  /** Only with `with_custom_attributes`. */
  custom_attributes: maybe(listOf(CustomAttribute)),
})

/** GET /users/:id for administrators. */
export const UserForAdmins = AdminListUser.extend({ ...fieldsOf('page'), ...fieldsOf('signIn') })

/** GET /user. Only administrators get `is_admin`. */
export const CurrentUser = UserForAdmins.extend({})

export type BasicUser = z.output<typeof BasicUser>
export type SingleUser = z.output<typeof SingleUser>
export type AdminListUser = z.output<typeof AdminListUser>
export type UserForAdmins = z.output<typeof UserForAdmins>
export type CurrentUser = z.output<typeof CurrentUser>
