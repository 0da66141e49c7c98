import type { invoke as english } from '../../en/node/invoke.ts'

export const invoke: Record<keyof typeof english, string> = {
  'invoke.accountNeeded': 'アカウントが必要です。',
  'invoke.askForAccess':
    '管理者にアクセス権を依頼するか、アクセス権のあるアカウントを使用してください。',
  'invoke.chooseLess':
    '何も送信されていません。選択する項目を減らすか、テキストを短くしてください。',
  'invoke.noAdministrator': '@{username}はこのインスタンスの管理者ではありません。',
  'invoke.notOpen': 'ここでは利用できません。',
  'invoke.reload': 'ウィンドウを再読み込みしてから、もう一度お試しください。',
  'invoke.tooMuch': '一度に送信するには多すぎます。',
  'invoke.unexpected': 'Latchkeyで問題が発生しました。',
  'invoke.unexpectedHint':
    'もう一度お試しください。繰り返し発生する場合は、Latchkeyを再起動してください。',
  'invoke.unknown': 'このバージョンのLatchkeyでは実行できません。',
}
