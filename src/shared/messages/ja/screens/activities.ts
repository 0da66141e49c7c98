import type { activities as english } from '../../en/screens/activities.ts'

export const activities: Record<keyof typeof english, string> = {
  'activities.activeSince': 'アクティブ（この日以降）',
  'activities.activeSinceHint': '各ユーザーを最終アクティビティーの日とともに一度だけ表示します。',
  'activities.chart': '推移',
  'activities.chartLead': '最終アクティビティーの週ごとのユーザー数。',
  'activities.chartSummary':
    '最終アクティビティーの週ごとのユーザー数、{weeks, plural, other {#週間}}。最多は{day}の週の{count, plural, other {#人}}。',
  'activities.chartTable': '表で表示',
  'activities.emptyText':
    'もっと前の日付を選択してください。非公開プロフィールのユーザーは管理者にのみ表示されます。',
  'activities.emptyTitle': 'この日以降のアクティビティーはありません',
  'activities.exportCsv': '{count, number}件をCSVでエクスポート',
  'activities.fromDirectory': 'このコンピューター上のコピーを表示しています。',
  'activities.fromGitLab': 'GitLabのデータを表示しています。',
  'activities.incomplete': 'この一覧は不完全です。',
  'activities.lastActive': '最終アクティビティー',
  'activities.lead': 'ユーザーが最後にサインイン、プッシュ、またはAPIを使用した日。',
  'activities.loadFromGitLab': 'GitLabから読み込む',
  'activities.loadRest': '残りを読み込む',
  'activities.loaded': '{count, number}件読み込み済み（古い順）',
  'activities.loadedSoFar': '{count, number}件読み込み済み',
  'activities.loadedSoFarOf': '{total, number}件中{count, number}件読み込み済み',
  'activities.loading': 'アクティビティーを読み込み中…',
  'activities.noResults': '該当なし',
  'activities.noResultsText':
    'アクティビティーにはユーザー名のみが含まれます。名前で検索するには［フォロー］を開いてください。',
  'activities.search': 'ユーザー名で検索',
  'activities.stop': '停止',
  'activities.title': 'アクティビティー',
  'activities.unknownDay': '不明',
  'activities.useDirectory': 'このコンピューター上のコピーを使用',
  'activities.username': 'ユーザー名',
  'activities.users': 'ユーザー',
  'activities.week': '{day}の週: {count, plural, other {#人}}',
  'activities.weekOf': '週',
}
