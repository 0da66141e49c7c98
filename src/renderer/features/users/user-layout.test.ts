import { expect, it } from 'vitest'
import { answerName } from '../../../shared/rules/user-fields.ts'
import { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { accessLayout, headerFields, overviewGroups, overviewLayout } from './user-layout.ts'

it('shows every admin field once', () => {
  const below = [...overviewLayout, ...accessLayout].flatMap(({ fields }) => fields)
  const shown = [...headerFields, ...below].map(answerName)
  const lists = ['custom_attributes', 'identities', 'scim_identities']
  const known = Object.keys(UserForAdmins.shape).filter((key) => !lists.includes(key))
  expect(shown.toSorted()).toEqual(known.toSorted())
})

it('shows unknown fields unchanged', () => {
  const user = { id: 7, username: 'ada', name: 'Ada', state: 'active', brand_new: { deep: [1] } }
  expect(overviewGroups({ ...user, custom_attributes: [] }).at(-1)).toMatchObject({
    title: 'Other fields',
    filled: [{ key: 'brand_new', value: '{"deep":[1]}' }],
  })
  expect(overviewGroups({ ...user, brand_new: 'yes' }).at(-1)?.filled[0]?.value).toBe('yes')
})
