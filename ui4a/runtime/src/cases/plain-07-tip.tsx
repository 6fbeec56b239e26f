import { useState } from "react";
export default function App() {
  const [bill, setBill] = useState("48");
  const [tip, setTip] = useState([10]);
  const total = (Number(bill) || 0) * (1 + (tip[0] ?? 0) / 100);
  return (
    <Card title="Split the bill">
      <Input label="Bill" type="number" value={bill} onChange={(e) => setBill(e.target.value)} />
      <Slider label="Tip in percent" min={0} max={30} value={tip} onValueChange={setTip} />
      <StatGrid>
        <Stat label="Total" value={`€${total.toFixed(2)}`} tone="accent" />
        <Stat label="Each of 4" value={`€${(total / 4).toFixed(2)}`} />
      </StatGrid>
    </Card>
  );
}
