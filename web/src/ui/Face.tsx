/** A face whose mouth bends with the mood, from -2 (very bad) to 2 (very good). */
export function Face({ mood }: { mood: number }) {
  const bend = mood * 4;
  const corners = 27 - bend / 2;
  return (
    <svg
      aria-hidden="true"
      // Without the margin around the circle.
      viewBox="2 2 36 36"
      width="44"
      height="44"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="20" cy="20" r="17" />
      <path d={`M12 ${corners}Q20 ${corners + bend} 28 ${corners}`} />
      <path d="M14 15.5v1.5M26 15.5v1.5" strokeWidth="3.5" />
      {mood === -2 && <path d="M10.5 11l4.5 2M29.5 11l-4.5 2" />}
      {mood === 2 && <path d="M11 11.5q3-2 5.5-.5M29 11.5q-3-2-5.5-.5" />}
    </svg>
  );
}
