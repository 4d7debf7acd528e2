import type { Pagination } from '../api/records.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';

export function Pager({
  pagination: { page, totalPages },
  onPage,
}: {
  readonly pagination: Pagination;
  readonly onPage: (page: number) => unknown;
}) {
  if (totalPages <= 1) return null;
  return (
    <nav class="pager" aria-label={common.page(page, totalPages)}>
      <Button disabled={page <= 1} onPress={() => onPage(page - 1)}>
        {common.previous}
      </Button>
      <span>{common.page(page, totalPages)}</span>
      <Button disabled={page >= totalPages} onPress={() => onPage(page + 1)}>
        {common.next}
      </Button>
    </nav>
  );
}
