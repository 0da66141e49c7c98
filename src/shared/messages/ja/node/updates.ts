import type { updates as english } from '../../en/node/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.checkFailed': 'アップデートを確認できませんでした。',
  'updates.checkFailedHint': '接続を確認してから、もう一度お試しください。',
  'updates.downloadFailed': 'バージョン{version}をダウンロードまたは検証できませんでした。',
  'updates.downloadFailedHint':
    '何もインストールされていません。接続を確認してから、もう一度お試しください。',
  'updates.notSigned': 'バージョン{version}には、このアプリの開発元の署名がありません。',
  'updates.notSignedHint':
    '何もダウンロードされていません。しばらくしてからもう一度試すか、Latchkeyの入手元に問い合わせてください。',
}
