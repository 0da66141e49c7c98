import type { status as english } from '../../en/node/status.ts'

export const status: Record<keyof typeof english, string> = {
  'status.emptyAnswer':
    'GitLabから空の応答が返されたため、ステータスが設定されていない可能性があります。',
  'status.emptyAnswerHint': '再試行する前に、現在のステータスを確認してください。',
  'status.hasPassed': '過ぎています。別の時刻を選択してください',
  'status.keptTimePassed': 'ステータスをクリアする時刻が過ぎています。',
  'status.keptTimePassedHint': 'このステータスをクリアする時刻を選択してください。',
  'status.overlaps': '2つの予定の時間帯が重なっています。',
  'status.overlapsHint': 'どちらかの曜日または時刻を変更するか、オフにしてください。',
  'status.presetFocusing': '集中作業中',
  'status.presetHome': '在宅勤務中',
  'status.presetLeave': '休暇中',
  'status.presetLunch': '昼食中',
  'status.presetMeeting': '会議中',
  'status.presetSick': '病欠',
}
