import type { Operation } from '../../src/shared/operations/operation.ts'
import { appTable } from '../../src/shared/operations/index.ts'
import type { AnyEndpoint } from '../../src/shared/gitlab/endpoint.ts'
import { serviceTable } from '../../src/shared/gitlab/index.ts'
import {
  type AttackTarget,
  type RequestAttack,
  createAttack,
  ownerHeaders,
} from './request-attack.ts'

function rows(): { name: string; endpoint: AnyEndpoint }[] {
  return Object.entries(serviceTable).flatMap(([family, all]) =>
    Object.entries<AnyEndpoint>(all).map(([name, endpoint]) => ({
      name: `${family}.${name}`,
      endpoint,
    })),
  )
}

/**
 * Calls every operation with input of the wrong type, for the wrong account, and with values that pages must not send.
 */
export function operationAttacks(target: AttackTarget): RequestAttack[] {
  const { account } = target
  const own = Object.entries(appTable).flatMap(([family, all]) =>
    Object.entries<Operation>(all).map(([name, operation]) => ({
      name: `${family}.${name}`,
      operation,
    })),
  )
  const failing = (title: string, call: object) =>
    createAttack(target, title, 'failure', {
      headers: ownerHeaders(target),
      body: JSON.stringify(call),
    })
  return [
    ...[...own, ...rows()].map(({ name }) =>
      failing(`${name} with a text`, { name, input: '../../etc/passwd', account }),
    ),
    ...own.map(({ name }) =>
      failing(`${name} with an unknown field`, { name, input: { evil: 1 }, account }),
    ),
    ...own
      .filter(({ operation }) => operation.account === true)
      .map(({ name }) => failing(`${name} for no account`, { name, input: {} })),
    ...rows().flatMap(({ name, endpoint }) => [
      failing(`${name} as another user`, { name, input: { ...ids, sudo: 1 }, account }),
      failing(`${name} for another account`, { name, input: ids, account: '__proto__' }),
      ...(endpoint.admin
        ? [failing(`${name} without permission`, { name, input: ids, account })]
        : []),
      ...(endpoint.local
        ? [failing(`${name} around Latchkey`, { name, input: ids, account })]
        : []),
    ]),
  ]
}

/** Parameters that most endpoints require. */
const ids = { id: 1, user_id: 1, key_id: 1, email_id: 1 }
