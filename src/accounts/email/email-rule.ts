/** A form may send the unchanged address back. */
export const changesEmail = ({
  target,
  body,
}: {
  readonly target: { readonly email: string; readonly pendingEmail: string | null };
  readonly body: { readonly email?: string };
}): boolean => body.email !== undefined && (body.email !== target.email || target.pendingEmail !== null);
