import type { lock as english } from '../../en/node/lock.ts'

export const lock: Record<keyof typeof english, string> = {
  'lock.locked': 'Latchkeyはロックされています。',
  'lock.lockedHint': 'ウィンドウでロックを解除してください。',
  'lock.notConfirmed': 'システムで本人確認ができませんでした。',
  'lock.notConfirmedHint': 'もう一度お試しください。',
  'lock.touchIdReason': 'Latchkeyのロックを解除',
}
