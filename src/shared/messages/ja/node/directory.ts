import type { directory as english } from '../../en/node/directory.ts'

export const directory: Record<keyof typeof english, string> = {
  'directory.adminModeHint':
    'このインスタンスは管理者モードを使用しています。このスコープも持つトークンに置き換えてください。',
  'directory.adminModeMissing': 'このトークンにはadmin_modeスコープがありません。',
  'directory.contradictoryDays': '作成日の順序が逆です。',
  'directory.contradictoryDaysHint': '日付を入れ替えるか、どちらかを削除してください。',
  'directory.copyTooLarge':
    'ユーザー一覧のサイズは{megabytes, number} MBで、このコンピューターでLatchkeyが扱える上限を超えています。',
  'directory.emptyList': 'GitLabから空のユーザー一覧が返されました。',
  'directory.emptyListHint':
    '一覧からユーザーは削除されていません。しばらくしてから、もう一度お試しください。',
  'directory.fieldDayOrder': '{day}以降を指定してください',
  'directory.fieldScimIdentity': 'SCIMアイデンティティで絞り込むには必須です',
  'directory.fieldTaken': 'すでに使用されています',
  'directory.filterIgnored':
    'このインスタンスは{count, plural, other {フィルター}}{filters}を無視するため、すべてのユーザーが一致します。',
  'directory.filterIgnoredHint':
    'ユーザーを選択するには、{count, plural, other {該当するフィルター}}を解除してください。',
  'directory.filterOffline':
    '{count, plural, other {フィルター{filters}には}}GitLabへの接続が必要です。',
  'directory.filterOfflineHint':
    '{count, plural, other {該当するフィルター}}を解除するか、オンラインになってから再試行してください。',
  'directory.filterOutdated':
    '{count, plural, other {フィルター}}{filters}の結果が最新ではありません。',
  'directory.filterOutdatedHint': '一覧を開き直してから、再試行してください。',
  'directory.incompleteList':
    '一覧が不完全になるため、何も表示していません。しばらくしてから、もう一度お試しください。',
  'directory.loadingEnded': '一部のユーザーを読み込めませんでした。{reason}',
  'directory.loadingEndedHint':
    '読み込み済みのユーザーは保持されています。しばらくしてから、もう一度お試しください。',
  'directory.noRoomHint':
    '同期を停止しました。読み込み済みのユーザーは保持されています。空き容量を増やすには、設定でキャッシュを消去してください。',
  'directory.notAdministrator': 'このアカウントは管理者ではなくなりました。',
  'directory.notAdministratorHint':
    '管理者に権限の復元を依頼するか、別のアカウントに切り替えてください。',
  'directory.notStored': 'ユーザー一覧をこのコンピューターに保存できませんでした。',
  'directory.notStoredHint':
    'Latchkeyがデータフォルダーに書き込めることと、ディスクに空きがあることを確認してから、Latchkeyを再起動してください。',
  'directory.scimIdentity': 'SCIMアイデンティティ',
  'directory.scimNeedsId': 'SCIMアイデンティティで絞り込むには、外部IDを入力してください。',
  'directory.syncFailed': 'ユーザーの読み込み中にLatchkeyで問題が発生しました。',
  'directory.syncFailedHint':
    '再試行してください。繰り返し発生する場合は、Latchkeyを再起動してください。',
  'directory.tooManyUsers':
    'GitLabのユーザー数が、Latchkeyが読み込める上限の{max, number}人を超えています。',
  'directory.tooManyViews': '保存できるビューは{max, number}件までです。',
  'directory.tooManyViewsHint': '別のビューを保存するには、ビューを1件削除してください。',
  'directory.unreadableList': '一覧のユーザーを1人も読み取れませんでした。',
  'directory.unreadableListHint':
    '一覧からユーザーは削除されていません。インスタンスの管理者に連絡してください。',
  'directory.viewTaken': '「{name}」という名前のビューはすでにあります。',
  'directory.viewTakenHint': '別の名前を選ぶか、先にそのビューを削除してください。',
}
