import type { failures as english } from '../../en/shell/failures.ts'

export const failures: Record<keyof typeof english, string> = {
  'failures.checkAgain': '再確認',
  'failures.chooseCertificate': '証明書を選択',
  'failures.field': '{field}: {problems}',
  'failures.incompleteList':
    '一覧が不完全になるため、何も表示していません。インスタンスの管理者に連絡してください。',
  'failures.lastUpdated': '最終更新: {time}',
  'failures.missingAccounts': '見つからないアカウント',
  'failures.missingAccountsText':
    '{count, plural, other {#件のアカウントを読み込めませんでした。accounts.jsonの該当項目は、このバージョンでは解釈できません。}}何も削除されていません。データはこのファイルか、同じ場所にあるコピーに残っています。',
  'failures.needsConnection': '接続がないと読み込めません。',
  'failures.notLoadedYet': 'まだ読み込まれていません。',
  'failures.onWeb': 'Webで見る:',
  'failures.page': 'このページで問題が発生しました。',
  'failures.pageHint': 'ページを再読み込みしてから、再試行してください。',
  'failures.partOfList':
    'これまでに読み込んだ項目を表示しています。インスタンスの管理者に連絡してください。',
  'failures.partlyFrom': '一部は{time}時点',
  'failures.retryAt': '{time}に再試行できます。',
  'failures.revoke': '取り消し',
  'failures.scopes':
    'トークンには{count, plural, =1 {スコープ{scopes}} other {次のスコープのいずれか: {scopes}}}が必要です。',
  'failures.showMore': 'さらに表示',
  'failures.shown': '{count, number}件を表示中。続きがあります。',
  'failures.shownOf': '{total, number}件中{count, number}件を表示中。',
  'failures.stillMissing': 'まだ見つかりません。',
  'failures.stillUncertain': '作成されたかどうか、まだ確認できません。',
  'failures.unreadEntries': '{count, plural, other {#件の項目}}を読み取れませんでした。',
  'failures.updating': '更新中…',
}
