import type { MessageId } from '../../../shared/messages/message.ts'

/** The greeting for an hour of the day, 0 to 23. */
export function greeting(hour: number) {
  if (hour >= 5 && hour < 12) return 'home.goodMorning' satisfies MessageId
  if (hour >= 12 && hour < 18) return 'home.goodAfternoon' satisfies MessageId
  return 'home.goodEvening' satisfies MessageId
}
