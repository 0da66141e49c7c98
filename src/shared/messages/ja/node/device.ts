import type { device as english } from '../../en/node/device.ts'

export const device: Record<keyof typeof english, string> = {
  'device.leftoverGone': 'このファイルはもう存在しません。',
  'device.leftoverGoneHint': '一覧を再読み込みしてください。',
  'device.leftoverNotDeleted': '{name}を削除できませんでした: {reason}。',
  'device.leftoverNotDeletedHint':
    'データフォルダーの読み取りと書き込みを自分のユーザーに許可してから、もう一度お試しください。',
}
