/** A name that says what and when: `users-2026-11-20T17-45-03.csv`, in the viewer's time. */
export function exportFileName(name: string, extension: string, time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('-');
  return `${name}-${day}T${clock}.${extension}`;
}
