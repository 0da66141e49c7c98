import { describe, expect, it } from 'vitest'
import { userByUsername } from './database/users.ts'
import { flavors } from './flavors.ts'
import { seededContext } from './testing/context.ts'
import { adminListView, adminSingleView, basicView, singleView } from './views.ts'

const context = seededContext('views')
const { db } = context
const user = (username: string) => userByUsername(db, username)!
const maya = { user: user('maya.lindqvist'), isAdmin: false }
const ines = { user: user('ines'), isAdmin: true }

/** As sent: JSON omits undefined values. */
const fieldsOf = (view: object) => Object.keys(JSON.parse(JSON.stringify(view)) as object)

const basic = ['id', 'username', 'name', 'state', 'locked', 'avatar_url', 'web_url']
const single = [
  ...basic,
  ...'created_at bio bot location public_email skype linkedin twitter discord website_url'.split(
    ' ',
  ),
  ...'organization job_title pronouns work_information followers following'.split(' '),
  ...['local_time', 'is_followed'],
].toSorted()

describe('user views', () => {
  it('basic: returns exactly these fields', () => {
    expect(fieldsOf(basicView(context, user('aroha')))).toEqual(basic)
  })

  it('single: returns exactly these fields and whether the viewer follows the user', () => {
    const view = singleView(context, user('aroha'), maya)
    expect(fieldsOf(view).toSorted()).toEqual(single)
    expect(view).toMatchObject({ is_followed: true })
    expect(singleView(context, user('wordy'), maya)).toMatchObject({ is_followed: false })
  })

  it('single: hides the age and followers of a private profile from other users', () => {
    const hidden = ['created_at', 'followers', 'following', 'is_followed']
    const quiet = user('quiet')
    expect(fieldsOf(singleView(context, quiet, maya)).toSorted()).toEqual(
      single.filter((name) => !hidden.includes(name)),
    )
    expect(fieldsOf(singleView(context, quiet, ines)).toSorted()).toEqual(single)
    const owner = { user: quiet, isAdmin: false }
    expect(fieldsOf(singleView(context, quiet, owner)).toSorted()).toEqual(single)
  })

  it('admin list: omits the details of the single view', () => {
    const view = adminListView(context, user('saml.sue'), ines)
    const inSingle = fieldsOf(adminSingleView(context, user('saml.sue'), ines))
    const details = ['pronouns', 'work_information', 'followers', 'following', 'local_time']
    expect(fieldsOf(view).toSorted()).toEqual(
      [
        ...inSingle.filter((name) => ![...details, 'sign_in_count'].includes(name)),
        'using_license_seat',
      ].toSorted(),
    )
    expect(view.created_by).toEqual(basicView(context, user('ines')))
  })

  it('admin list: returns sign-in IP addresses in flavor interface only', () => {
    const gitlab = { ...context, flavor: flavors.gitlab }
    expect(adminListView(context, user('wordy'), ines)).toHaveProperty('last_sign_in_ip')
    expect(adminListView(gitlab, user('wordy'), ines)).not.toHaveProperty('last_sign_in_ip')
    expect(adminSingleView(gitlab, user('wordy'), ines)).toHaveProperty('last_sign_in_ip')
  })

  it('show all six states, bots, and locked users', () => {
    const states = new Set(db.all<{ state: string }>('SELECT state FROM users').map((u) => u.state))
    expect([...states].toSorted()).toEqual([
      'active',
      'banned',
      'blocked',
      'blocked_pending_approval',
      'deactivated',
      'ldap_blocked',
    ])
    expect(singleView(context, user('deploy-bot'), maya)).toMatchObject({ bot: true })
    expect(basicView(context, user('locked.out'))).toMatchObject({ locked: true })
  })
})
