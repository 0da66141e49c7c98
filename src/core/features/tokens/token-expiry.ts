import { FailureError } from '../../infra/failure.ts'

/** Refuses a last day that has begun: the service would make a token that is dead from the start (`app/models/personal_access_token.rb`). */
export function refuseDeadToken(day: string | undefined, now: number): void {
  if (day === undefined || Date.parse(day) > now) return
  throw new FailureError({
    kind: 'invalid',
    message:
      'The token would be dead already: it lives until the beginning of its last day, in UTC.',
    hint: 'Choose tomorrow or a later day; nothing was sent.',
    fields: { expires_at: ['must be later than today'] },
  })
}
